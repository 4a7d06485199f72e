// The page works without this. With it, what somebody opened stays open when the page is drawn again, and times go on.
"use strict"

const opened = new Set()
const ahead = Number(document.body.dataset.now) - Date.now() / 1000 // the server's clock before ours

document.addEventListener("toggle", event => {
  const { id, open } = event.target
  if (id) opened[open ? "add" : "delete"](id)
}, true)

document.body.addEventListener("htmx:afterSwap", () => {
  for (const id of opened) {
    const found = document.getElementById(id)
    if (found) found.open = true
  }
  const busy = document.getElementById("busy") !== null
  for (const each of document.querySelectorAll(".ask .buttons button")) each.disabled = busy
  tell()
})

// the same words as those of the server
function span(seconds) {
  for (const [unit, size] of [["d", 86400], ["h", 3600], ["min", 60]])
    if (seconds >= 2 * size) return `${Math.floor(seconds / size)} ${unit}`
  return `${Math.floor(seconds)} s`
}

setInterval(() => {
  const now = Date.now() / 1000 + ahead
  for (const each of document.querySelectorAll("[data-ago]")) {
    const seconds = now - each.dataset.ago
    each.textContent = seconds < 5 ? "just now" : `${span(seconds)} ago`
  }
  for (const each of document.querySelectorAll("[data-until]")) each.textContent = span(Math.max(0, each.dataset.until - now))
  for (const each of document.querySelectorAll("[data-since]")) each.textContent = span(now - each.dataset.since)
}, 1000)

// what a screen reader says when it changes, and the number of what is to decide in the title
let told = null
function tell() {
  const count = document.querySelector("#count .count")
  document.title = (count ? `(${count.firstChild.data}) ` : "") + document.body.dataset.title
  const now = [...document.querySelectorAll(".about, #count, [hx-preserve] h2")].map(each => each.innerText.trim()).filter(Boolean).join(", ")
  if (told !== null && now !== told) document.getElementById("said").textContent = now
  told = now
}
tell()

// a page that is no longer live says so
const link = document.getElementById("link")
document.body.addEventListener("htmx:sseOpen", () => link.replaceChildren())
document.body.addEventListener("htmx:sseError", async () => {
  if (link.textContent === "") link.textContent = "Not connected; trying again."
  const answer = await fetch(location.href, { method: "HEAD" }).catch(() => null)
  if (answer?.status !== 401) return
  const again = document.createElement("a")
  again.href = location.href
  again.textContent = "Sign in again"
  link.replaceChildren("You are not signed in any more; what you see may be old. ", again)
})

document.addEventListener("submit", event => {
  const { ask } = event.target.dataset
  if (ask && !confirm(ask)) event.preventDefault()
})

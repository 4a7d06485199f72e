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

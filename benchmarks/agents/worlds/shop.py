"""A web shop with a cart."""

from __future__ import annotations

from typing import TypedDict

from benchmarks.agents.tasks import MULTI_TURN, ONE_CALL, Task, World, tells


class Product(TypedDict):
    sku: str
    name: str
    category: str
    price: float
    stock: int
    rating: float


class Line(TypedDict):
    sku: str
    quantity: int
    price: float


class Cart(TypedDict):
    lines: list[Line]
    coupon: str
    discount: float
    total: float


class Coupon(TypedDict):
    code: str
    percent: int
    minimum: float


class Address(TypedDict):
    id: str
    street: str
    city: str
    default: bool


class Shipping(TypedDict):
    id: str
    days: int
    price: float


class Order(TypedDict):
    id: str
    lines: list[Line]
    address: str
    shipping: str
    total: float
    status: str


def _product(sku: str, name: str, category: str, price: float, stock: int, rating: float) -> Product:
    return {"sku": sku, "name": name, "category": category, "price": price, "stock": stock, "rating": rating}


PRODUCTS = [
    _product("KB-1", "Quiet keyboard", "keyboards", 79.0, 3, 4.6),
    _product("KB-2", "Split keyboard", "keyboards", 139.0, 12, 4.8),
    _product("KB-3", "Travel keyboard", "keyboards", 49.0, 0, 4.1),
    _product("MS-1", "Vertical mouse", "mice", 39.5, 20, 4.4),
    _product("MS-2", "Small mouse", "mice", 19.0, 50, 3.9),
    _product("CB-1", "USB-C cable", "cables", 9.0, 200, 4.5),
    _product("CB-2", "HDMI cable", "cables", 12.5, 90, 4.2),
]


class Shop:
    def __init__(self) -> None:
        self.products = {p["sku"]: p.copy() for p in PRODUCTS}
        self.cart: dict[str, int] = {}
        self.coupon = ""
        self.coupons: dict[str, Coupon] = {
            "SPRING10": {"code": "SPRING10", "percent": 10, "minimum": 100.0},
            "BIG20": {"code": "BIG20", "percent": 20, "minimum": 250.0},
        }
        self.addresses: dict[str, Address] = {
            "A1": {"id": "A1", "street": "Elm Street 4", "city": "Graz", "default": True},
            "A2": {"id": "A2", "street": "Quay 11", "city": "Linz", "default": False},
        }
        self.orders: dict[str, Order] = {
            "O1": {
                "id": "O1",
                "lines": [{"sku": "MS-2", "quantity": 1, "price": 19.0}],
                "address": "A1",
                "shipping": "standard",
                "total": 23.9,
                "status": "delivered",
            }
        }
        self.wishes: list[str] = ["KB-3"]

    def list_categories(self) -> list[str]:
        """The categories that products are in."""
        return sorted({p["category"] for p in self.products.values()})

    def search_products(self, category: str = "", text: str = "", max_price: float = 10_000) -> list[Product]:
        """Products by category, by a part of their name, or by price; what is left out does not matter.

        Args:
            category: one of the categories
            text: a part of the name
            max_price: the highest price in euros
        """
        return [
            p
            for p in self.products.values()
            if category in ("", p["category"]) and text.casefold() in p["name"].casefold() and p["price"] <= max_price
        ]

    def get_product(self, sku: str) -> Product:
        """One product: its price in euros, how many are in stock, its rating from 1 to 5.

        Args:
            sku: number of the product
        """
        return self.products[sku]

    def view_cart(self) -> Cart:
        """What is in the cart, the coupon, the discount, and the total without shipping, in euros."""
        lines: list[Line] = [
            {"sku": sku, "quantity": n, "price": self.products[sku]["price"]} for sku, n in self.cart.items()
        ]
        whole = sum(line["quantity"] * line["price"] for line in lines)
        percent = self.coupons[self.coupon]["percent"] if self.coupon else 0
        discount = round(whole * percent / 100, 2)
        return {"lines": lines, "coupon": self.coupon, "discount": discount, "total": round(whole - discount, 2)}

    def add_to_cart(self, sku: str, quantity: int = 1) -> Cart:
        """Put a product into the cart. Fails when less than that is in stock.

        Args:
            sku: number of the product
            quantity: how many
        """
        return self.set_quantity(sku, self.cart.get(sku, 0) + quantity)

    def set_quantity(self, sku: str, quantity: int) -> Cart:
        """Set how many of a product are in the cart; 0 takes it out. Fails when less than that is in stock.

        Args:
            sku: number of the product
            quantity: how many
        """
        if quantity > self.products[sku]["stock"]:
            raise ValueError(f"only {self.products[sku]['stock']} of {sku} are in stock")
        self.cart[sku] = quantity
        if quantity == 0:
            del self.cart[sku]
        return self.view_cart()

    def clear_cart(self) -> Cart:
        """Take everything out of the cart."""
        self.cart, self.coupon = {}, ""
        return self.view_cart()

    def list_coupons(self) -> list[Coupon]:
        """The coupons of this customer: percent off, and what the cart has to cost at least before it."""
        return list(self.coupons.values())

    def apply_coupon(self, code: str) -> Cart:
        """Use a coupon for the cart, instead of the one used before. Fails when the cart does not cost enough.

        Args:
            code: of the coupon
        """
        self.coupon = ""
        if self.view_cart()["total"] < self.coupons[code]["minimum"]:
            raise ValueError(f"{code} needs a cart of {self.coupons[code]['minimum']}")
        self.coupon = code
        return self.view_cart()

    def list_addresses(self) -> list[Address]:
        """The addresses of this customer."""
        return list(self.addresses.values())

    def add_address(self, street: str, city: str) -> Address:
        """Add an address.

        Args:
            street: street and number
            city: name of the city
        """
        id = f"A{len(self.addresses) + 1}"
        self.addresses[id] = {"id": id, "street": street, "city": city, "default": False}
        return self.addresses[id]

    def set_default_address(self, address_id: str) -> list[Address]:
        """Make an address the default one.

        Args:
            address_id: its id
        """
        for id, address in self.addresses.items():
            address["default"] = id == address_id
        return self.list_addresses()

    def shipping_options(self, address_id: str) -> list[Shipping]:
        """How the cart can be sent to an address: days and price in euros.

        Args:
            address_id: id of the address
        """
        far = 0.0 if self.addresses[address_id]["city"] == "Graz" else 3.0
        return [
            {"id": "standard", "days": 4, "price": 4.9 + far},
            {"id": "express", "days": 1, "price": 12.9 + far},
        ]

    def checkout(self, address_id: str, shipping_id: str) -> Order:
        """Order what is in the cart, which is empty afterwards. The total has the shipping in it.

        Args:
            address_id: where to
            shipping_id: id of a shipping option
        """
        cart = self.view_cart()
        price = next(o["price"] for o in self.shipping_options(address_id) if o["id"] == shipping_id)
        id = f"O{len(self.orders) + 1}"
        for line in cart["lines"]:
            self.products[line["sku"]]["stock"] -= line["quantity"]
        self.orders[id] = {
            "id": id,
            "lines": cart["lines"],
            "address": address_id,
            "shipping": shipping_id,
            "total": round(cart["total"] + price, 2),
            "status": "open",
        }
        self.clear_cart()
        return self.orders[id]

    def list_orders(self, status: str = "") -> list[Order]:
        """All orders, or those of one status.

        Args:
            status: open, cancelled, delivered or returned
        """
        return [o for o in self.orders.values() if status in ("", o["status"])]

    def get_order(self, order_id: str) -> Order:
        """One order.

        Args:
            order_id: its id
        """
        return self.orders[order_id]

    def cancel_order(self, order_id: str) -> Order:
        """Cancel an open order. Its products are in stock again.

        Args:
            order_id: its id
        """
        order = self.orders[order_id]
        if order["status"] != "open":
            raise ValueError(f"{order_id} is {order['status']}")
        for line in order["lines"]:
            self.products[line["sku"]]["stock"] += line["quantity"]
        order["status"] = "cancelled"
        return order

    def return_order(self, order_id: str, reason: str) -> Order:
        """Send a delivered order back.

        Args:
            order_id: its id
            reason: in a few words
        """
        if self.orders[order_id]["status"] != "delivered":
            raise ValueError(f"{order_id} is {self.orders[order_id]['status']}")
        self.orders[order_id]["status"] = "returned"
        return self.orders[order_id]

    def list_wishes(self) -> list[str]:
        """The numbers of the products on the wish list."""
        return self.wishes

    def add_wish(self, sku: str) -> list[str]:
        """Put a product on the wish list.

        Args:
            sku: number of the product
        """
        self.wishes = list(dict.fromkeys([*self.wishes, sku]))
        return self.wishes


def make() -> World:
    shop = Shop()
    tools = (
        "list_categories search_products get_product view_cart add_to_cart set_quantity clear_cart list_coupons apply_coupon list_addresses"
        " add_address set_default_address shipping_options checkout list_orders get_order cancel_order return_order list_wishes add_wish"
    )
    return World("shop", [getattr(shop, name) for name in tools.split()], shop)


def _lines(order: Order) -> dict[str, int]:
    return {line["sku"]: line["quantity"] for line in order["lines"]}


def _desk(world: World, answers: list[str]) -> bool:
    orders = [o for o in world.state.orders.values() if o["status"] == "open"]
    right = len(orders) == 1 and _lines(orders[0]) == {"KB-2": 2, "MS-1": 2, "CB-1": 4}
    where = right and orders[0]["address"] == "A3" and orders[0]["shipping"] == "standard"
    return where and tells(answers[0], 357) and tells(answers[2], 314.4) and tells(answers[3], 322.3)


def _return(world: World, answers: list[str]) -> bool:
    shop = world.state
    right = shop.orders["O1"]["status"] == "returned" and shop.wishes == ["KB-3"] and not shop.cart
    bought = [_lines(o) for o in shop.orders.values() if o["status"] == "open"]
    return right and bought == [{"MS-1": 1}] and shop.orders["O2"]["shipping"] == "express" and tells(answers[2], 52.4)


TASKS = [
    Task(
        "shop_stock",
        ONE_CALL,
        make,
        ("How many of KB-2 are in stock, and what does one cost?",),
        lambda world, answers: tells(answers[0], 12, 139),
    ),
    Task(
        "shop_desk",
        MULTI_TURN,
        make,
        (
            "Two desks need equipment: for each the best rated keyboard that we can have twice, and the best rated mouse."
            " Put them into the cart and tell me the total.",
            "And two USB-C cables for each desk.",
            "Use the best coupon that the cart allows. What is the total now?",
            "Send it to a new address, Mill Lane 2 in Wels, by the cheapest shipping. Order it and tell me what it costs with shipping.",
        ),
        _desk,
    ),
    Task(
        "shop_return",
        MULTI_TURN,
        make,
        (
            "The mouse I got is too small for me. Send that order back.",
            "Put the best rated mouse with the word vertical in its name into the cart instead, just one.",
            "Order it to my default address, by the fastest way, and tell me the whole price.",
        ),
        _return,
    ),
]

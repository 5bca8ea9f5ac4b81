package io.github.ratelimited.interceptor

import io.github.ratelimited.RateLimited

@JvmInline
value class UserId(val raw: String)

@JvmInline
value class OrderId(val raw: String)

/** Functions whose names in the class file are others than in the source. */
open class Shop {

    @RateLimited(name = "shop", rate = 1, interval = "1h", key = "#user", fallback = "later")
    open fun buy(user: UserId): String = "ok"

    open fun later(user: UserId): String = "later"

    @RateLimited(name = "inside", rate = 1, interval = "1h", fallback = "lateInside")
    open fun inside(): String = "ok"

    internal fun lateInside(): String = "late"

    @RateLimited(rate = 1, interval = "1h")
    open fun find(user: UserId): String = "found"

    @RateLimited(rate = 1, interval = "1h")
    open fun `sell tickets`(): String = "sold"

    @RateLimited(rate = 1, interval = "1h")
    open fun send(user: UserId): String = "sent"

    @RateLimited(rate = 1, interval = "1h")
    open fun send(order: OrderId): String = "sent"
}

/** Calls them for tests in Java. */
class Shoppers {

    fun buy(shop: Shop, user: String): String = shop.buy(UserId(user))

    fun join(queue: Queue, user: String): String = queue.join(UserId(user))

    fun all(shop: Shop) {
        shop.find(UserId("alice"))
        shop.`sell tickets`()
        shop.send(UserId("alice"))
        shop.send(OrderId("alice"))
    }
}

interface Queue {

    @RateLimited(name = "queue", rate = 1, interval = "1h", key = "#user", fallback = "later")
    fun join(user: UserId): String

    fun later(user: UserId): String = "later"

    @RateLimited(name = "default", rate = 1, interval = "1h", fallback = "later")
    fun ask(): String = "asked"

    fun later(): String = "later"
}

/** Inherits its fallbacks. */
open class Counter : Queue {

    override fun join(user: UserId): String = "joined"
}

@RateLimited(name = "whole", rate = 1, interval = "1h")
interface Greeting {

    fun greet(): String = "hello"
}

/** Inherits all it does. */
open class Greeter : Greeting

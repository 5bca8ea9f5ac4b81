package io.github.ratelimited.key

import java.util.Date

@JvmInline
value class Tenant(val name: String)

@JvmInline
value class Tenants(val names: List<String>)

data class Member(val name: Any?, val tenant: String?)

data class Account(internal val tenant: Tenant, private val parts: IntArray, val opened: Date?) {
    companion object {
        const val KIND = "account"
    }

    val size = parts.size
}

data class Hidden(val secret: String) {
    override fun toString() = "Hidden(secret=***)"
}

data class Code(val text: String, val length2: Int) : CharSequence by text {
    override fun toString() = text
}

/** Makes keys for tests in Java, which sees only what a value class contains. */
object Keys {

    fun boxed(name: String): Any = Tenant(name)

    fun boxed(names: List<String>): Any = Tenants(names)

    fun account(tenant: String, part: Int): Any = Account(Tenant(tenant), intArrayOf(part), Date(1000))
}

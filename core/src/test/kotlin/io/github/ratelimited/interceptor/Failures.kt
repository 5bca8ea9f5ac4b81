package io.github.ratelimited.interceptor

import io.github.ratelimited.RateLimitExceededException
import io.github.ratelimited.RateLimited

import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking

/** Functions that only ever fail. */
open class Failures {

    @RateLimited(name = "failing", rate = 1, interval = "1h", fallback = "fail")
    open fun find(): String = "found"

    private fun fail(rejected: RateLimitExceededException): Nothing =
        throw IllegalStateException("no more of ${rejected.decision.limiter()}")

    @RateLimited(name = "failingLater", rate = 1, interval = "1h", fallback = "failLater")
    open suspend fun load(): String = "loaded"

    private suspend fun failLater(rejected: RateLimitExceededException): Nothing {
        delay(1)
        throw IllegalStateException("no more of ${rejected.decision.limiter()}")
    }
}

open class Never {

    @RateLimited(name = "never", rate = 1, interval = "1h")
    open suspend fun never(): Nothing = throw IllegalStateException("never")
}

open class Misspelt {

    @RateLimited(name = "misspelt", rate = 1, interval = "1h", key = "#usr", fallback = "later")
    open suspend fun load(user: String): String = "loaded $user"

    suspend fun later(user: Int): String = "later $user"
}

class Closed {

    @RateLimited(name = "closed", rate = 1, interval = "1h")
    fun closed(): String = "closed"
}

/** Calls them for tests in Java. */
class FailureCallers {

    fun load(failures: Failures): String = runBlocking { failures.load() }
}

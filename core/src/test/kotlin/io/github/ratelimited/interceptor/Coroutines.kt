package io.github.ratelimited.interceptor

import io.github.ratelimited.RateLimitExceededException
import io.github.ratelimited.RateLimited

import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.runBlocking

/** Methods that only Kotlin can write. Open, because nothing opens them for Spring in this build. */
open class Coroutines {

    @RateLimited(name = "suspending", rate = 2, interval = "10s", key = "#user")
    open suspend fun greet(user: String): String {
        delay(1)
        return "hello $user"
    }

    @RateLimited(name = "asking", rate = 1, interval = "10s", fallback = "askLater")
    open suspend fun ask(user: String): String = "asked $user"

    private suspend fun askLater(user: String, rejected: RateLimitExceededException): String {
        delay(1)
        return "ask later, $user: ${rejected.decision.limiter()}"
    }

    @RateLimited(name = "flow", rate = 1, interval = "10s")
    open fun numbers(): Flow<Int> = flow {
        emit(1)
        emit(2)
    }

    @RateLimited(name = "suspendedFlow", rate = 1, interval = "10s")
    open suspend fun letters(): Flow<String> = flow { emit("a") }
}

/** Calls suspending functions for tests in Java. */
class Callers {

    fun greet(coroutines: Coroutines, user: String): String = runBlocking { coroutines.greet(user) }

    fun ask(coroutines: Coroutines, user: String): String = runBlocking { coroutines.ask(user) }

    fun numbers(coroutines: Coroutines): List<Int> = runBlocking { collect(coroutines.numbers()) }

    fun letters(coroutines: Coroutines): List<String> = runBlocking { collect(coroutines.letters()) }

    private suspend fun <T> collect(flow: Flow<T>): List<T> {
        val all = mutableListOf<T>()
        flow.collect { all.add(it) }
        return all
    }
}

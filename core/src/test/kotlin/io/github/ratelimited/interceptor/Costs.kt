package io.github.ratelimited.interceptor

import io.github.ratelimited.RateLimited
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.flowOf
import kotlinx.coroutines.flow.take
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

/** Suspending functions and flows whose cost is known when they are over. */
open class Costs {

    open val begun = CompletableDeferred<Unit>()

    @RateLimited(
        name = "suspended",
        rate = 100,
        interval = "1m",
        permits = "50",
        settle = "#error == null ? #result : #error instanceof T(java.util.concurrent.CancellationException) ? 30 : 40"
    )
    open suspend fun suspended(cost: Long): Long {
        if (cost < 0) {
            throw IllegalStateException("failed")
        }
        if (cost == 0L) {
            begun.complete(Unit)
            CompletableDeferred<Unit>().await()
        }
        return cost
    }

    @RateLimited(
        name = "numbers",
        rate = 100,
        interval = "1m",
        permits = "50",
        settle = "#error == null ? 10 * #count + (#result ?: 0) : 40 + #count"
    )
    open fun numbers(failing: Boolean): Flow<Int> = flow {
        for (i in 1..4) {
            emit(i)
        }
        if (failing) {
            throw IllegalStateException("failed")
        }
    }

    @RateLimited(name = "later", rate = 100, interval = "1m", permits = "50", settle = "#count")
    open suspend fun later(): Flow<String> = flowOf("a", "b")
}

/** Calls them for tests in Java. */
class CostCallers {

    fun suspended(costs: Costs, cost: Long) = runBlocking { costs.suspended(cost) }

    fun cancelled(costs: Costs) = runBlocking {
        val call = launch { costs.suspended(0) }
        costs.begun.await()
        call.cancelAndJoin()
    }

    fun numbers(costs: Costs, most: Int, failing: Boolean) = runBlocking {
        var count = 0
        costs.numbers(failing).take(most).collect { count++ }
        count
    }

    fun later(costs: Costs) = runBlocking {
        var count = 0
        costs.later().collect { count++ }
        count
    }
}

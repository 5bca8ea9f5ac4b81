package io.github.ratelimited.interceptor

import io.github.ratelimited.RateLimited

import java.util.concurrent.CopyOnWriteArrayList
import kotlinx.coroutines.CoroutineName
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.onCompletion
import kotlinx.coroutines.flow.onStart
import kotlinx.coroutines.flow.take
import kotlinx.coroutines.runBlocking

/** A flow that tells what happens to it. */
open class Flows {

    open val seen: MutableList<String> = CopyOnWriteArrayList()

    @RateLimited(name = "told", rate = 9, interval = "10s", key = "\${key}")
    open fun numbers(): Flow<Int> = flow {
        for (i in 1..4) {
            seen.add("emit $i")
            emit(i)
        }
    }
        .onStart { seen.add("start in ${currentCoroutineContext()[CoroutineName]?.name}") }
        .onCompletion { cause -> seen.add("completion by ${cause?.javaClass?.simpleName}") }
}

/** Collects flows for tests in Java. */
class Collectors {

    fun all(flows: Flows, seen: MutableList<String>) =
        runBlocking(CoroutineName("caller")) { flows.numbers().collect { seen.add("got $it") } }

    fun two(flows: Flows, seen: MutableList<String>) =
        runBlocking(CoroutineName("caller")) { flows.numbers().take(2).collect { seen.add("got $it") } }

    fun failing(flows: Flows, seen: MutableList<String>) = runBlocking(CoroutineName("caller")) {
        try {
            flows.numbers().collect { throw IllegalStateException("no more") }
        } catch (ex: IllegalStateException) {
            seen.add(ex.message!!)
        }
    }
}

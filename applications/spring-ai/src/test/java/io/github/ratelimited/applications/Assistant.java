package io.github.ratelimited.applications;

import io.github.ratelimited.RateLimited;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.ChatOptions;
import reactor.core.publisher.Flux;

/** Asks a model, and pays for the tokens that it used. */
public class Assistant {

    private final ChatClient client;

    public Assistant(ChatModel model) {
        this.client = ChatClient.create(model);
    }

    @RateLimited(
            name = "tokens",
            rate = 1_000,
            interval = "1m",
            key = "#user",
            permits = "500",
            settle = "#result.metadata.usage.totalTokens > 0 ? #result.metadata.usage.totalTokens : 500")
    public ChatResponse ask(String user, String question) {
        return client.prompt(question)
                .options(ChatOptions.builder().maxTokens(500))
                .call()
                .chatResponse();
    }

    @RateLimited(
            name = "tokens",
            key = "#user",
            permits = "500",
            settle = "#result?.metadata?.usage?.totalTokens > 0 ? #result.metadata.usage.totalTokens : #count")
    public Flux<ChatResponse> stream(String user, String question) {
        return client.prompt(question).options(ChatOptions.builder().maxTokens(500)).stream()
                .chatResponse();
    }
}

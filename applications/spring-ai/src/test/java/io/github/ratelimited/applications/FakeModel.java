package io.github.ratelimited.applications;

import java.util.List;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.metadata.ChatResponseMetadata;
import org.springframework.ai.chat.metadata.DefaultUsage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import reactor.core.publisher.Flux;

/** Answers any question with 60 words, tells the tokens at the end, and nothing of them for a question without a mark. */
final class FakeModel implements ChatModel {

    private static final int PROMPT_TOKENS = 20;
    private static final int WORDS = 60;

    @Override
    public ChatResponse call(Prompt prompt) {
        return prompt.getContents().endsWith("?") ? last("forty-two") : part("no idea");
    }

    @Override
    public Flux<ChatResponse> stream(Prompt prompt) {
        return Flux.range(1, WORDS - 1).map(word -> part("word ")).concatWith(Flux.just(last("end")));
    }

    private static ChatResponse part(String text) {
        return new ChatResponse(List.of(new Generation(new AssistantMessage(text))));
    }

    private static ChatResponse last(String text) {
        return new ChatResponse(
                List.of(new Generation(new AssistantMessage(text))),
                ChatResponseMetadata.builder()
                        .usage(new DefaultUsage(PROMPT_TOKENS, WORDS))
                        .build());
    }
}

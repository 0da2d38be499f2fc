/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.route;

import io.heapsight.unit.CancelSignal;
import java.io.InputStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One request, as its handler sees it: caller, arguments, body and answer headers. */
public final class Exchange {
    /** The format parameter of routes with a negotiated format. */
    public static Parameter<ReplyFormat> format(List<ReplyFormat> offered) {
        return Parameter.format(
                "format", offered, "the format of the answer; overrides the Accept header");
    }

    private final Caller caller;
    private final Map<String, Object> arguments;
    private final ReplyFormat format;
    private final String body;
    private final InputStream document;
    private final CancelSignal cancel;
    private final Map<String, String> answerHeaders = new LinkedHashMap<>();
    private final CountDownLatch gone = new CountDownLatch(1);

    /**
     * @param arguments parsed, by parameter name
     * @param body the request body
     */
    public Exchange(
            Caller caller, Map<String, Object> arguments, ReplyFormat format, RequestBody body) {
        this(caller, arguments, format, body, new CancelSignal());
    }

    private Exchange(
            Caller caller,
            Map<String, Object> arguments,
            ReplyFormat format,
            RequestBody body,
            CancelSignal cancel) {
        this.cancel = cancel;
        this.caller = caller;
        this.arguments = arguments;
        this.format = format;
        this.body = body.text();
        this.document = body.document();
    }

    /** Creates another request of the same caller. */
    public Exchange asking(Map<String, Object> other, ReplyFormat form) {
        return new Exchange(caller, other, form, RequestBody.small(""), cancel);
    }

    /** The argument, or the parameter's default. */
    public <T> T get(Parameter<T> parameter) {
        return find(parameter)
                .or(parameter::fallback)
                .orElseThrow(() -> new IllegalStateException(parameter.name() + ": no default"));
    }

    /** The argument, if present. */
    @SuppressWarnings("unchecked") // stored by the parameter's own parser
    public <T> Optional<T> find(Parameter<T> parameter) {
        return Optional.ofNullable((T) arguments.get(parameter.name()));
    }

    /** The requested format. */
    public ReplyFormat format() {
        return format;
    }

    /** The request body. */
    public String body() {
        return body;
    }

    /** The request body as a stream. */
    public InputStream document() {
        return document;
    }

    public @Nullable String header(String name) {
        return caller.header().apply(name);
    }

    /** The caller's name in the audit log. */
    public String callerName() {
        return "http " + caller.address().getHostAddress();
    }

    /** Adds a header to the answer. */
    public void answerHeader(String name, String value) {
        answerHeaders.put(name, value);
    }

    public Map<String, String> answerHeaders() {
        return answerHeaders;
    }

    /** Set when the caller closed the connection. */
    public CancelSignal cancel() {
        return cancel;
    }

    /** Records that the caller closed the connection; ends {@link #pause}. */
    public void callerGone() {
        cancel.cancel();
        gone.countDown();
    }

    /**
     * Waits for a time.
     *
     * @throws CancellationException if the caller closes the connection
     */
    public void pause(Duration duration) {
        try {
            if (gone.await(duration.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new CancellationException("the caller closed the connection");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        }
    }
}

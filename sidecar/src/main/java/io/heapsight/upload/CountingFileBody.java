/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.upload;

import java.io.FileNotFoundException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicLong;

/** A file as the body of a request, which counts the sent bytes. */
final class CountingFileBody implements BodyPublisher {
    private final BodyPublisher file;
    private final AtomicLong taken = new AtomicLong();

    CountingFileBody(Path file) throws FileNotFoundException {
        this.file = BodyPublishers.ofFile(file);
    }

    /** Returns the number of bytes sent so far. */
    long takenBytes() {
        return taken.get();
    }

    @Override
    public long contentLength() {
        return file.contentLength();
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
        file.subscribe(new Counting(subscriber));
    }

    private final class Counting implements Flow.Subscriber<ByteBuffer> {
        private final Flow.Subscriber<? super ByteBuffer> next;

        Counting(Flow.Subscriber<? super ByteBuffer> next) {
            this.next = next;
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            next.onSubscribe(subscription);
        }

        @Override
        public void onNext(ByteBuffer piece) {
            taken.addAndGet(piece.remaining());
            next.onNext(piece);
        }

        @Override
        public void onError(Throwable failure) {
            next.onError(failure);
        }

        @Override
        public void onComplete() {
            next.onComplete();
        }
    }
}

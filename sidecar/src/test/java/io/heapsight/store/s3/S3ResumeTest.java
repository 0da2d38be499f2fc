/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heapsight.store.ObjectOutput;
import io.heapsight.store.ServerEncryption;
import io.heapsight.store.StoreFailure;
import io.heapsight.store.StoreSettings;
import io.heapsight.store.StoreUrl;
import io.heapsight.store.s3.ScriptedS3.Fault;
import io.heapsight.store.s3.ScriptedS3.Request;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Continuation of an interrupted upload. */
@Timeout(60)
class S3ResumeTest {
    private static final int PART = 8 << 20;
    private static final String KEY = "evidence/pod/shop.hprof.gz";

    /** Four parts, the last one shorter; three are sent while it is written. */
    private final byte[] large = new byte[3 * PART + 1000];

    private final AtomicReference<Function<Request, Optional<Fault>>> script =
            new AtomicReference<>(_ -> Optional.empty());
    private ScriptedS3 service;

    @BeforeEach
    void start() throws IOException {
        new Random(1).nextBytes(large);
        System.setProperty("aws.accessKeyId", "AKIATEST");
        System.setProperty("aws.secretAccessKey", "x");
        service = new ScriptedS3(request -> script.get().apply(request));
    }

    @AfterEach
    void end() {
        service.close();
        System.clearProperty("aws.accessKeyId");
        System.clearProperty("aws.secretAccessKey");
    }

    private S3ObjectStore store(Optional<ServerEncryption> encryption) throws Exception {
        return new S3ObjectStore(
                new StoreSettings(
                        StoreUrl.parse("s3://dumps/evidence"),
                        Optional.of(service.uri()),
                        Optional.empty(),
                        true,
                        encryption,
                        Optional.empty()));
    }

    /** As after SIGKILL: the service is not notified. */
    private void sendAndBeKilled(byte[] bytes) throws Exception {
        store(Optional.empty())
                .begin("pod/shop.hprof.gz", "application/gzip", Map.of())
                .write(bytes);
        service.requests.clear();
    }

    private long sendAgain(byte[] bytes, Optional<ServerEncryption> encryption) throws Exception {
        try (S3ObjectStore store = store(encryption)) {
            store.removeLeftovers("pod");
            try (ObjectOutput out =
                    store.begin("pod/shop.hprof.gz", "application/gzip", Map.of())) {
                out.write(bytes);
                out.finish("of-these");
                return out.bytesThereAlready();
            }
        }
    }

    private long sendAgain() throws Exception {
        return sendAgain(large, Optional.empty());
    }

    private List<String> partsSent() {
        return service.requests.stream()
                .filter(it -> it.method().equals("PUT"))
                .map(it -> it.query().getOrDefault("partNumber", "whole"))
                .toList();
    }

    private void assertThatItIsWhole() {
        assertThat(service.object(KEY).bytes()).isEqualTo(large);
        assertThat(service.unfinished).isEmpty();
    }

    @Test
    void storedPartsAreNotSentAgain() throws Exception {
        sendAndBeKilled(large);

        assertThat(sendAgain()).isEqualTo(3 * PART);

        assertThat(partsSent()).containsExactly("4");
        assertThatItIsWhole();
    }

    @Test
    void uploadKilledTwiceResumesFromBoth() throws Exception {
        sendAndBeKilled(Arrays.copyOf(large, PART + 1));
        S3ObjectStore second = store(Optional.empty());
        second.removeLeftovers("pod");
        second.begin("pod/shop.hprof.gz", "application/gzip", Map.of())
                .write(large, 0, 2 * PART + 1);
        assertThat(partsSent()).containsExactly("2");

        assertThat(sendAgain()).isEqualTo(2 * PART);
        assertThatItIsWhole();
    }

    @Test
    void differentPartIsSentAgain() throws Exception {
        byte[] spoilt = large.clone();
        spoilt[PART + 5]++;
        sendAndBeKilled(spoilt);

        assertThat(sendAgain()).isEqualTo(2 * PART);

        assertThat(partsSent()).containsExactly("2", "4");
        assertThatItIsWhole();
    }

    @Test
    void uploadOfAnotherObjectIsAborted() throws Exception {
        byte[] other = large.clone();
        other[0]++;
        sendAndBeKilled(other);

        assertThat(sendAgain()).isZero();
        assertThatItIsWhole();
    }

    @Test
    void partsOfALongerObjectAreSkipped() throws Exception {
        byte[] longer = Arrays.copyOf(large, 5 * PART);
        sendAndBeKilled(longer);

        sendAgain();

        assertThatItIsWhole();
    }

    @Test
    void oldAndUnresumedUploadsAreAborted() throws Exception {
        sendAndBeKilled(large);
        sendAndBeKilled(large);
        store(Optional.empty()).begin("pod/other", "application/gzip", Map.of()).write(large);

        assertThat(sendAgain()).isEqualTo(3 * PART);
        assertThatItIsWhole();
    }

    @Test
    void withoutListPermissionTheUploadRestarts() throws Exception {
        for (String what : List.of("uploads", "uploadId")) {
            sendAndBeKilled(large);
            script.set(
                    request ->
                            request.method().equals("GET") && request.query().containsKey(what)
                                    ? Optional.of(Fault.error(403, "AccessDenied", "no"))
                                    : Optional.empty());

            assertThat(sendAgain()).isZero();
            assertThat(service.object(KEY).bytes()).isEqualTo(large);
        }
    }

    @Test
    void uploadWithKmsRestarts() throws Exception {
        sendAndBeKilled(large);

        assertThat(sendAgain(large, Optional.of(ServerEncryption.parse("aws:kms")))).isZero();
        assertThatItIsWhole();
    }

    @Test
    void uploadToABusyServiceKeepsItsParts() throws Exception {
        script.set(
                request ->
                        request.isPart(3)
                                ? Optional.of(Fault.error(503, "SlowDown", "later"))
                                : Optional.empty());
        assertThatThrownBy(this::sendAgain).isInstanceOf(StoreFailure.class);
        assertThat(service.objects).isEmpty();
        script.set(_ -> Optional.empty());
        service.requests.clear();

        assertThat(sendAgain()).isEqualTo(2 * PART);

        assertThat(partsSent()).containsExactly("3", "4");
        assertThatItIsWhole();
    }
}

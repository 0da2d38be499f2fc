/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.heapsight.unit.ProblemException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** URLs of objects, and texts that are none. */
class ObjectUrlTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "s3://dumps/a/b c+d=e.hprof.gz",
                "gs://dumps/shop.hprof",
                "azblob://dumps/shop.hprof"
            })
    void anObjectInABucketHasAKey(String text) throws Exception {
        ObjectUrl url = ObjectUrl.parse(text);
        assertThat(url).isInstanceOf(ObjectUrl.InBucket.class);
        assertThat(url.shown()).isEqualTo(text);
    }

    @Test
    void aPresignedUrlIsShownWithoutItsQuery() throws Exception {
        ObjectUrl url = ObjectUrl.parse("https://dumps.example/a.hprof?X-Amz-Signature=abc");
        assertThat(url.shown()).isEqualTo("https://dumps.example/a.hprof");
        assertThat(url.toString()).doesNotContain("abc");
        assertThat(url.lastSegment()).isEqualTo("a.hprof");
    }

    @Test
    void aFileUrlIsAPath() throws Exception {
        assertThat(ObjectUrl.parse("file:///evidence/a.hprof"))
                .isEqualTo(new ObjectUrl.Local(Path.of("/evidence/a.hprof")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"shop.hprof", "/tmp/s3:/x", "C:\\shop.hprof", "INFO#1", "s3:x"})
    void pathsAreNoUrls(String text) {
        assertThat(ObjectUrl.isUrl(text)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ftp://host/a?token=s3cr3t",
                "s3://dumps",
                "s3://D/x",
                "https://user:s3cr3t@host/a",
                "https:///a?x=s3cr3t",
                "https://host/a b?x=s3cr3t",
                "file://host/a"
            })
    void othersAreRefusedWithoutTheirSecrets(String text) {
        ProblemException failure =
                catchThrowableOfType(ProblemException.class, () -> ObjectUrl.parse(text));
        assertThat(failure.problem().title()).isEqualTo("Not the URL of an object");
        assertThat(failure.problem().toString()).doesNotContain("s3cr3t");
    }
}

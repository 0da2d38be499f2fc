/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PresignedUrlTest {
    @Test
    void isShownWithoutItsSignature() throws Exception {
        PresignedUrl url =
                PresignedUrl.parse(
                        "https://b.s3.amazonaws.com/a%20b/1.hprof?X-Amz-Signature=secret\n");
        assertThat(url.shown()).isEqualTo("https://b.s3.amazonaws.com/a%20b/1.hprof");
        assertThat(url).hasToString(url.shown());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "b.s3.amazonaws.com/secret",
                "ftp://host/secret",
                "file:///secret",
                "https://host?secret",
                "https://user:secret@host/",
                "https://host/#secret",
                "https://host/a secret",
                "https://host/\r\nsecret",
                "https:///secret"
            })
    void anythingElseIsRefusedAndNotRepeated(String text) {
        Problem problem = refusal(() -> PresignedUrl.parse(text));
        assertThat(problem.kind()).isEqualTo(Problem.Kind.BAD_REQUEST);
        assertThat(problem.toString()).doesNotContain("secret");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://169.254.169.254/latest/api/token",
                "http://169.254.170.2/v2/credentials",
                "http://2852039166/latest",
                "http://[fd00:ec2::254]/latest",
                "http://[::ffff:169.254.169.254]/latest",
                "http://[fe80::1]/",
                "http://100.100.100.200/latest",
                "http://[64:ff9b::a9fe:a9fe]/latest",
                "http://[64:ff9b:1::169.254.169.254]/latest"
            })
    void metadataOfTheCloudIsNoStorage(String text) throws Exception {
        PresignedUrl url = PresignedUrl.parse(text);
        assertThat(refusal(url::check).title()).isEqualTo("No upload to a metadata address");
    }

    @Test
    void unknownHostIsNamed() throws Exception {
        PresignedUrl url = PresignedUrl.parse("https://storage.invalid/dump?signature");
        assertThat(refusal(url::check).detail()).contains("storage.invalid");
    }

    @Test
    void storageMayBeInTheSameNetwork() throws Exception {
        PresignedUrl.parse("http://127.0.0.1:9000/dump?signature").check();
        PresignedUrl.parse("http://10.0.0.7/dump?signature").check();
    }

    private interface Use {
        void make() throws ProblemException;
    }

    private static Problem refusal(Use use) {
        return catchThrowableOfType(ProblemException.class, use::make).problem();
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StoreUrlTest {
    @ParameterizedTest
    @CsvSource({
        "s3://dumps, s3://dumps, a/b",
        "s3://dumps/, s3://dumps, a/b",
        "s3://my.dumps-1/prod/eu/, s3://my.dumps-1/prod/eu, prod/eu/a/b",
        "gs://my_dumps.acme.example/prod/, gs://my_dumps.acme.example/prod, prod/a/b",
        "azblob://dumps, azblob://dumps, a/b",
        "azblob://my-dumps/prod/eu, azblob://my-dumps/prod/eu, prod/eu/a/b",
        "file:///mnt/volume/, file:///mnt/volume, a/b",
        "file:///mnt/../srv, file:///srv, a/b",
    })
    void isRead(String text, String shown, String key) {
        StoreUrl url = StoreUrl.parse(text);

        assertThat(url).hasToString(shown);
        assertThat(url.key("a/b")).isEqualTo(key);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "s3:",
                "s3://",
                "s3://Dumps",
                "s3://dumps//a",
                "s3://dumps/a/../b",
                "s3://dumps/a b",
                "s3://dumps?X-Amz-Signature=x",
                "s3://key:secret@dumps/a",
                "gs://",
                "gs://Dumps",
                "gs://dumps?kmsKeyName=x",
                "gs://dumps/../other",
                "gs://dumps/a%2fb",
                "gs://dumps\n/a",
                "gs://dumps@evil.example/a",
                "GS://dumps",
                "azblob://a",
                "azblob://my--dumps",
                "azblob://my_dumps",
                "azblob://$web",
                "azblob://dumps?sv=2021&sig=x",
                "azblob://dumps/a?sig=x",
                "azblob://dumps/a#b",
                "azblob://account.blob.core.windows.net/dumps",
                "wasb://dumps",
                "file://relative",
                "file:///mnt?x",
                "https://dumps.s3.amazonaws.com/a"
            })
    void isRefused(String text) {
        assertThatThrownBy(() -> StoreUrl.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "AES256",
                "aws:kms",
                "aws:kms=arn:aws:kms:eu-central-1:1:key/ab-c",
                "gcp:kms=projects/p-1/locations/eu/keyRings/r/cryptoKeys/k",
                "azure:scope=dumps-1"
            })
    void encryptionIsReadAndShown(String text) {
        assertThat(ServerEncryption.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "aes256",
                "aws:kms=",
                "AES256=key",
                "aws:kms=a b",
                "gcp:kms",
                "gcp:kms=k",
                "gcp:kms=projects/p/locations/eu/keyRings/r/cryptoKeys/k&x=y",
                "azure:scope",
                "azure:scope=a\r\nx: y"
            })
    void encryptionIsRefused(String text) {
        assertThatThrownBy(() -> ServerEncryption.parse(text))
                .isInstanceOf(IllegalArgumentException.class);
    }
}

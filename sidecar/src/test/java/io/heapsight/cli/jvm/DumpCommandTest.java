/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.jvm;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.cli.CommandLineAppTest;
import io.heapsight.cli.output.Console;
import io.heapsight.demo.LeakingShop;
import io.heapsight.unit.JdkTools;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Dumps of a JVM beside the tests. */
class DumpCommandTest {
    private static final String HEAD = "JAVA PROFILE 1.0.2";

    private static Process shop;

    @TempDir private Path folder;

    @BeforeAll
    static void startShop() throws Exception {
        shop =
                JdkTools.java(
                                "-Xmx64m",
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                LeakingShop.class.getName())
                        .redirectErrorStream(true)
                        .start();
        assertThat(shop.getInputStream().read()).isPositive(); // it runs
    }

    @AfterAll
    static void endShop() throws Exception {
        shop.destroyForcibly().waitFor(10, SECONDS);
    }

    private static String dump(int expectedCode, String... options) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream to = new PrintStream(err, true, StandardCharsets.UTF_8);
        String[] line =
                Stream.concat(
                                Stream.of("dump", Long.toString(shop.pid()), "-o"),
                                Stream.of(options))
                        .toArray(String[]::new);
        int code = CommandLineAppTest.run(new Console(to, to), Path.of("/proc"), Map.of(), line);
        String said = err.toString(StandardCharsets.UTF_8);
        assertThat(code).as(said).isEqualTo(expectedCode);
        assertThat(said).doesNotContain("a bug", "Exception");
        return said;
    }

    private static void assertDump(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            assertThat(in.readNBytes(HEAD.length())).asString().isEqualTo(HEAD);
        }
    }

    /** The JVM's parser read "day=1/shop" as an option "day", and wrote to a file of that name. */
    @ParameterizedTest
    @ValueSource(strings = {"day=1", "it's", "two words", "\"quoted\"", "line\nend", "\"'", "%p"})
    void goesIntoAFolderOfAnyName(String name) throws Exception {
        Path odd = Files.createDirectory(folder.resolve(name));

        dump(0, odd.resolve(name).toString());

        assertDump(odd.resolve(name));
        assertThat(folder.toFile().list()).containsExactly(name);
        assertThat(odd.toFile().list()).containsExactly(name);
    }

    @Test
    void replacesAFileOnlyOnRequestAndKeepsForeignPartFiles() throws Exception {
        Path file = Files.writeString(folder.resolve("shop.hprof"), "mine");
        Path part = Files.writeString(folder.resolve("shop.hprof.part"), "mine");

        assertThat(dump(1, file.toString())).contains("exists already");
        assertThat(file).hasContent("mine");
        dump(0, file.toString(), "--force");

        assertDump(file);
        assertThat(part).hasContent("mine");
        assertThat(folder.toFile().list()).hasSize(2);
    }

    @Test
    void writesToDevices() {
        dump(0, "/dev/null");
        assertThat(dump(1, "/dev/full")).contains("/dev/full: No space left on device");
    }

    @Test
    void tooLongNameIsReported() {
        assertThat(dump(1, folder.resolve("x".repeat(300)).toString()))
                .contains("File name too long");
        assertThat(folder).isEmptyDirectory();
    }
}

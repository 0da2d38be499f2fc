/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.attach;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.proc.ProcFs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AttachFileTest {
    private static final AttachTarget TARGET = AttachTargets.of(7, 1, 100);

    @TempDir Path tmp;
    private AttachFile file;
    private Path path;

    @BeforeEach
    void create() throws IOException {
        path = tmp.resolve(".attach_pid1");
        file = AttachFile.create(new ProcFs(tmp.resolve("proc")), TARGET, tmp, uid());
        assertThat(path).exists();
    }

    @Test
    void isDeletedWhenClosed() {
        file.close();
        assertThat(path).doesNotExist();
    }

    /** A JVM that handles a signal without the file prints its threads. */
    @Test
    void staysUntilTheSignalIsHandled() throws InterruptedException {
        CountDownLatch looks = new CountDownLatch(3);
        AtomicBoolean taken = new AtomicBoolean();
        CountDownLatch after = new CountDownLatch(1);
        file.closeOnce(
                () -> {
                    looks.countDown();
                    return taken.get();
                },
                after::countDown);
        looks.await();
        assertThat(path).exists();
        assertThat(after.getCount()).isEqualTo(1);
        taken.set(true);
        after.await();
        assertThat(path).doesNotExist();
    }

    private int uid() throws IOException {
        return (Integer) Files.getAttribute(tmp, "unix:uid");
    }
}

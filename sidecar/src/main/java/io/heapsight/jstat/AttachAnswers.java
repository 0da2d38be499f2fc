/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import io.heapsight.heap.layout.HeapFlags;
import java.util.List;
import java.util.Optional;

/**
 * The answers of a JVM to the commands of one beat.
 *
 * @param heap by GC.heap_info and, from JDK 25 on, VM.metaspace
 * @param codeHeaps by Compiler.codecache; empty if it was not sent or is unknown to the JVM
 * @param flags by VM.flags; empty if it was not sent or failed
 * @param version of the JDK, by VM.version; empty if it was not sent, as in its files
 */
record AttachAnswers(
        HeapInfo heap, List<CodeHeap> codeHeaps, HeapFlags flags, Optional<String> version) {
    AttachAnswers {
        codeHeaps = List.copyOf(codeHeaps);
    }
}

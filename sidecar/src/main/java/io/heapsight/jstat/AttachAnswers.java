/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import io.heapsight.heap.layout.HeapFlags;
import java.util.List;
import java.util.Optional;

/**
 * The answers of a JVM to the commands of one interval.
 *
 * @param heap from GC.heap_info and, from JDK 25 on, VM.metaspace
 * @param codeHeaps from Compiler.codecache; empty if it was not sent or is unknown to the JVM
 * @param flags from VM.flags; empty if it was not sent or failed
 * @param version of the JDK, from VM.version, in the form of the JDK's files; empty if it was not
 *     sent
 */
record AttachAnswers(
        HeapInfo heap, List<CodeHeap> codeHeaps, HeapFlags flags, Optional<String> version) {
    AttachAnswers {
        codeHeaps = List.copyOf(codeHeaps);
    }
}

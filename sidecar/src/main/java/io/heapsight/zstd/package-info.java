/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Decompresses zstd files (RFC 8878): {@link io.heapsight.zstd.ZstdDecoder} goes from frame to
 * frame and block to block, {@link io.heapsight.zstd.Literals} and {@link
 * io.heapsight.zstd.Sequences} decode a block's two parts by the codes of {@link
 * io.heapsight.zstd.HuffmanTable} and {@link io.heapsight.zstd.FseTable}.
 *
 * <p>Any byte may be wrong: {@link io.heapsight.zstd.ZstdFormatException} says where.
 */
@NullMarked
package io.heapsight.zstd;

import org.jspecify.annotations.NullMarked;

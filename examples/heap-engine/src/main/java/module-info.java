/* SPDX-License-Identifier: Apache-2.0 */
/** Uses the heap engine as a module. */
module com.acme.leaks {
    requires io.heapsight.heap;
}

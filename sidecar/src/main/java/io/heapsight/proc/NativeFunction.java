/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.proc;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;

/** Finds C library functions that have no equivalent in Java. */
@SuppressWarnings("restricted") // the launcher and the manifest enable native access
public final class NativeFunction {
    private static final Linker LINKER = Linker.nativeLinker();

    private NativeFunction() {}

    /** Returns a function by its name. */
    public static MethodHandle find(
            String name, FunctionDescriptor types, Linker.Option... options) {
        return LINKER.downcallHandle(
                LINKER.defaultLookup().find(name).orElseThrow(), types, options);
    }

    /** Returns the error for a call with types that do not match its function. */
    public static IllegalStateException wrongTypes(Throwable cause) {
        return new IllegalStateException("a native call with the wrong types", cause);
    }
}

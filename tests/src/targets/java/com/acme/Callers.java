/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import java.nio.ByteBuffer;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.server.UnicastRemoteObject;

/**
 * Causes calls of System.gc(). Argument: "rmi" (an exported object, so RMI calls it at its
 * interval), "direct" (drops direct buffers, so their allocation calls it), or "own" (calls it each
 * second).
 */
public final class Callers {
    private static final int MIB = 1 << 20;
    private static final int BUFFERS = 40;
    private static final int PAUSE_MILLIS = 500;

    /** RMI keeps a weak reference to an exported object. */
    private static final Service EXPORTED = new Service();

    private Callers() {}

    /** A remote interface. */
    interface Called extends Remote {
        void call() throws RemoteException;
    }

    /** A remote object. */
    private static final class Service implements Called {
        @Override
        public void call() {}
    }

    public static void main(String[] args) throws Exception {
        if (args[0].equals("rmi")) {
            UnicastRemoteObject.exportObject(EXPORTED, 0);
        }
        Ready.print();
        while (true) {
            if (args[0].equals("direct")) {
                for (int i = 0; i < BUFFERS; i++) {
                    ByteBuffer.allocateDirect(MIB);
                }
            } else if (args[0].equals("own")) {
                callsSystemGc();
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    private static void callsSystemGc() {
        System.gc();
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
import akka.actor.AbstractActor;
import akka.actor.ActorRef;
import akka.actor.ActorSystem;
import akka.actor.Props;

/** A stuck actor and its mailbox. */
public final class AkkaMailboxLeak {
    static ActorSystem system;

    public static final class Billing extends AbstractActor {
        @Override
        public Receive createReceive() {
            return receiveBuilder().matchAny(message -> Plant.park()).build();
        }
    }

    public static void run() {
        system = ActorSystem.create("shop");
        ActorRef billing = system.actorOf(Props.create(Billing.class), "billing");
        for (int i = 0; i < 60_000; i++) {
            billing.tell(Plant.bytes(150, i), ActorRef.noSender());
        }
    }
}

/**
 * A run of load: requests sent when the schedule says, whatever the server does (an open loop), and
 * where their records go. How one request is measured is {@code dev.slowhour.loadgen.client}'s,
 * what is offered is whoever makes the schedule's.
 */
package dev.slowhour.loadgen.run;

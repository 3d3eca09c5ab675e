/**
 * From the figures of a window to what people read: the evidence list by its closed grammar, notes
 * and the summary, in Korean. Every number in a sentence comes from the window; no figure is
 * computed that the window does not hold.
 */
package dev.slowhour.core.evidence;

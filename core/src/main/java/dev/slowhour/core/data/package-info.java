/**
 * What the tables hold: records of the four inputs and of what is said about lines that do not
 * count. No reading of text and no rule lives here.
 */
package dev.slowhour.core.data;

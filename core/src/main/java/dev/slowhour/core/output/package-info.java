/** How judged windows, their minutes and notices are written: field names, formats, sentences. */
package dev.slowhour.core.output;

/**
 * One window of a judged folder: reading it out of the files, the words that it is shown with, and
 * the page. How a terminal shows it lives in {@code cli}. No figure is computed here.
 */
package dev.slowhour.job.show;

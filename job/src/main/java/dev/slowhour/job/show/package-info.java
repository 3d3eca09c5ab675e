/**
 * What is read out of a judged folder: one window, the words that it is shown with and the page; or
 * the figures of all windows. How a terminal shows it lives in {@code cli}. No figure is computed
 * here.
 */
package dev.slowhour.job.show;

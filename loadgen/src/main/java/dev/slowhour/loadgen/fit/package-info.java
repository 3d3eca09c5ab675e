/**
 * From a recorded run to the coefficients of {@link dev.slowhour.loadgen.engine.StepTime}: the
 * recorded requests are sent through the engine model over and over, until what the model says fits
 * what was measured; and how well it fits, also where nothing was fitted.
 */
package dev.slowhour.loadgen.fit;

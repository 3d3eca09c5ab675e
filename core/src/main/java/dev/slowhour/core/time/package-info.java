/** Hours and minutes on the clock of the report zone. No clock is read here. */
package dev.slowhour.core.time;

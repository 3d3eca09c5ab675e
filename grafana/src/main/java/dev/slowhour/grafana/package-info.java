/**
 * Writes the dashboards: what stands on each, from one place for colours, labels and links and from
 * SQL in files of its own. Grafana reads the JSON that is committed under {@code
 * grafana/dashboards}; a test says when it is not what this writes. Nothing here runs beside
 * Grafana.
 */
package dev.slowhour.grafana;

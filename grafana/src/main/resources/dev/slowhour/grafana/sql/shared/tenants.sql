SELECT min(n.tenant_name) || ' (' || n.tenant_id || ')' AS __text, n.tenant_id AS __value
FROM slowhour.named_endpoints n
GROUP BY n.tenant_id
ORDER BY 1

SELECT endpoint_id AS endpoint FROM slowhour.named_endpoints
WHERE tenant_id = ${tenant:sqlstring}
ORDER BY 1

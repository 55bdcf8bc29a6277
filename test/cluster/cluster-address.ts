/** Where the cluster is that scripts/test-cluster.mjs has started. */
export const clusterAddress = process.env['WINNOW_CLUSTER'] ?? '';

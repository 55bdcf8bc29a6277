/** How a text is packed. */
export type Packing = 'gzip' | 'zstd';

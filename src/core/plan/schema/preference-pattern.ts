/** "FIELD asc", "FIELD desc", or "random". */
export const preferencePattern = /^\s*(?:random|([A-Za-z_][A-Za-z0-9_]*)\s+(asc|desc))\s*$/;

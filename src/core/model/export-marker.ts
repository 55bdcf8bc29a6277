/** The file that marks a folder as an export and records its inputs. */
export const provenanceName = 'provenance.json';

/** The format of that file; the number changes when readers of the old format would break. */
export const provenanceFormat = 'winnow-export/1';

/** The file that marks a folder as an export of Winnow's and says what it was made from. */
export const provenanceName = 'provenance.json';

/** The form of that file: the number changes when a reader of the old form would break. */
export const provenanceFormat = 'winnow-export/1';

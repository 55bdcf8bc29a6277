/** Something of a plan or a table that is not said in SQL exactly; the tasks are then read into memory instead. */
export class NotExpressible extends Error {
  override readonly name = 'NotExpressible';
}

/** Whether two values of plain data say the same. What is undefined is absent. Long texts are not copied for it. */
export function isSameData(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [some, others] = [one, other] as Record<string, unknown>[];
  return Object.keys({ ...one, ...other }).every((key) => isSameData(some?.[key], others?.[key]));
}

/** A control as the browser leaves it when only a part was typed: its value is empty, and only its validity tells. */
export const halfTyped = (control: HTMLElement) =>
  Object.defineProperty(control, 'validity', { configurable: true, value: { badInput: true } })

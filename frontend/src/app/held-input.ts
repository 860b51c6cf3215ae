type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isField = (element: Element): element is Field =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement
const isTick = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')

/** What the HTML says. */
const drawnValue = (field: Field): string =>
  field instanceof HTMLSelectElement
    ? (([...field.options].find((option) => option.hasAttribute('selected')) ?? field.options[0])?.value ?? '')
    : field.defaultValue

const say = (field: Field, what: 'input' | 'change') => field.dispatchEvent(new Event(what, { bubbles: true }))

/** Types or chooses as a person does. */
const enter = (field: Field, value: string) => {
  // Nothing new: makes React take the field over first, as it stands.
  say(field, 'input')
  // Past the setter by which React tells its own changes from a person's.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  say(field, field instanceof HTMLSelectElement ? 'change' : 'input')
}

/**
 * Takes back what was typed, chosen and ticked in a page's HTML before the site took it over, so that the site finds the
 * fields as it drew them. @returns enters it again, which the site then hears.
 */
export const holdInput = (root: Element): (() => void) => {
  const fields = [...root.querySelectorAll('input, textarea, select')].filter(isField)
  const ticked = fields.filter(isTick).filter((field) => field.checked !== field.defaultChecked)
  const entered = fields
    .filter((field) => !isTick(field) && field.value !== drawnValue(field))
    .map((field) => ({ field, value: field.value }))
  for (const field of ticked) field.checked = field.defaultChecked
  for (const { field } of entered) field.value = drawnValue(field)
  return () => {
    for (const { field, value } of entered) enter(field, value)
    for (const field of ticked) field.click()
  }
}

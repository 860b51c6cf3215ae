import { waitFor } from '@testing-library/react'

const textOf = (element: Element | undefined) => element?.textContent ?? ''

/** The toast of that title as it is shown: its kind and what stands below the title. Waits until it is there. */
export const toastOf = (title: string): Promise<{ kind: string | null; description: string }> =>
  waitFor(() => {
    const slips = [...document.querySelectorAll('section[aria-label="Notifications"] > [role]')]
    const found = slips.find((slip) => textOf([...slip.querySelectorAll('p')][0]) === title)
    if (!found) throw new Error(`No toast says “${title}”, but: ${slips.map(textOf).join('; ') || 'none at all'}`)
    return { kind: found.getAttribute('data-kind'), description: textOf([...found.querySelectorAll('p')][1]) }
  })

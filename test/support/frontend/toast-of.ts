import { act, waitFor } from '@testing-library/react'
import { vi } from 'vitest'
import { dismissOfPageBefore } from '#frontend/ui/toast.tsx'

const textOf = (element: Element | undefined) => element?.textContent ?? ''

const slipsOf = () => [...document.querySelectorAll('section[aria-label="Notifications"] > [role]')]
const titleOf = (slip: Element) => textOf([...slip.querySelectorAll('p')][0])

/** The toast of that title as it is shown: its kind and what stands below the title. Waits until it is there. */
export const toastOf = (title: string): Promise<{ kind: string | null; description: string }> =>
  waitFor(() => {
    const slips = slipsOf()
    const found = slips.find((slip) => titleOf(slip) === title)
    if (!found) throw new Error(`No toast says “${title}”, but: ${slips.map(textOf).join('; ') || 'none at all'}`)
    return { kind: found.getAttribute('data-kind'), description: textOf([...found.querySelectorAll('p')][1]) }
  })

/** Whether the toast of that title, which is shown or soon will be, stands there still when another page is. */
export const isOnNextPage = async (title: string): Promise<boolean> => {
  await toastOf(title)
  const later = Date.now() + 2_000
  const clock = vi.spyOn(Date, 'now').mockReturnValue(later)
  // As the page that comes does, for somebody who has just pressed a link.
  act(() => dismissOfPageBefore(later))
  clock.mockRestore()
  await act(() => new Promise<void>((resolve) => queueMicrotask(resolve)))
  return slipsOf().some((slip) => titleOf(slip) === title)
}

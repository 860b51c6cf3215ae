import { useCallback, useRef } from 'react'

/** For what takes the place of a control that was pressed, and with it the focus that would be lost. */
export const useFocusHandOver = () => {
  const isPressed = useRef(false)
  /** To be called by the control as it is pressed. */
  const noteFocus = useCallback((control: HTMLElement) => {
    isPressed.current = document.activeElement === control
  }, [])
  /** The `ref` of the element that replaces the control. Takes the focus unless the person has moved it elsewhere. */
  const takeOver = useCallback((successor: HTMLElement | null) => {
    if (!successor) return
    if (isPressed.current && document.activeElement === document.body) successor.focus({ preventScroll: true })
    isPressed.current = false
  }, [])
  return { noteFocus, takeOver }
}

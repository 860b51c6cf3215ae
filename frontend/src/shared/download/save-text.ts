import { saveBlob } from './save-blob.ts'

/** Saves text as a file, without leaving the page. */
export const saveText = ({ text, fileName, type }: { text: string; fileName: string; type: string }) => {
  saveBlob(new Blob([text], { type: `${type};charset=utf-8` }), fileName)
}

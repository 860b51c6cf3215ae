"""Judges pixels by Pillow.

convert SOURCE TARGET        writes a picture in the format that TARGET is called by
digest FILE...               one line a file: the digest of its pixels, upright, or what stands against reading them
"""
import hashlib
import sys

from PIL import Image, ImageOps


def digest(path):
    try:
        with Image.open(path) as picture:
            picture.load()
            upright = ImageOps.exif_transpose(picture)
            return hashlib.sha256(f"{upright.mode}{upright.size}".encode() + upright.tobytes()).hexdigest()
    except Exception as error:  # whatever Pillow cannot read is a finding
        return f"unreadable: {error}"


command, *files = sys.argv[1:]
if command == "convert":
    source, target = files
    with Image.open(source) as picture:
        picture.save(target)
else:
    for file in files:
        print(digest(file))

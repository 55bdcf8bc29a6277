#!/bin/bash
pytest -q tests/stream-export

#!/bin/bash
pytest -q tests/dedupe-events

#!/bin/bash
pytest -q tests/split-queue
